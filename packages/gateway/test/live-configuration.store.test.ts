import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

import { readConfig } from '../src/config.ts'
import { readConfigurationFile } from '../src/composition/configuration.ts'
import type { Infrastructure } from '../src/composition/infrastructure.ts'
import { createLiveConfiguration } from '../src/composition/live-configuration.ts'
import { recordAppliedFile } from '../src/configuration-file/applied-files.store.ts'
import type { Database } from '../src/composition/tables.ts'
import { describeOnBothDatabases } from './databases.ts'

const CLOCK = { now: () => 1_795_000_000_000 }

describeOnBothDatabases<Database>(
  'a configuration file that is replaced while the gateway runs',
  (openFresh) => {
    async function open({ report = () => Promise.resolve() } = {}) {
      const { db } = await openFresh()
      const folder = mkdtempSync(join(tmpdir(), 'sluice-live-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const path = join(folder, 'sluice.json')
      const write = (name: string) =>
        writeFileSync(path, JSON.stringify({ merchants: [{ id: 'shop', name }] }))
      write('First')
      const reading = readConfig({ data: folder }, { SLUICE_CONFIG_FILE: path })
      if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
      const { config } = reading
      const read = async () => {
        const file = await readConfigurationFile(config)
        if (file === null) throw new Error('there is no file')
        return file
      }
      const apply = async () => recordAppliedFile(db, (await read()).version, 0, CLOCK)
      await apply()
      const keyReaders = { setReach: () => undefined, report }
      const errors: unknown[] = []
      const logger = {
        info: () => undefined,
        warn: () => undefined,
        error: (fields: unknown) => void errors.push(fields),
      }
      const live = createLiveConfiguration(
        config,
        { db, keyReaders, simulators: null } as unknown as Infrastructure,
        await read(),
        { adapters: {}, logger },
      )
      const namesSeen: unknown[] = []
      live.follow((file) => namesSeen.push(file?.merchants[0]?.merchant.name))
      const reload = () => live.reload()
      return { path, write, apply, look: () => live.job.run(), reload, namesSeen, errors }
    }

    it('is refused with a line for each of its problems, and the previous one stays', async () => {
      const { path, reload, namesSeen, errors } = await open()
      writeFileSync(path, JSON.stringify({ merchants: [{ id: 'shop', nmae: 'Second' }] }))
      const problems = [
        { reason: `${path}:1 merchants[0].name: got nothing; use a string` },
        { reason: expect.stringContaining(`${path}:1 merchants[0].nmae: got an unknown member; `) },
      ]
      await reload()
      expect(errors).toEqual(problems)
      await reload()
      expect(errors).toEqual([...problems, ...problems])
      expect(namesSeen).toEqual(['First'])
    })

    it('is adopted only once it was applied', async () => {
      const { write, apply, look, namesSeen } = await open()
      await look()
      write('Second')
      await look()
      await look()
      expect(namesSeen).toEqual(['First'])
      await apply()
      await look()
      expect(namesSeen).toEqual(['First', 'Second'])
      await look()
      expect(namesSeen).toEqual(['First', 'Second'])
    })

    it('is read one after the other by reloads and looks at the same time', async () => {
      const [underWay, most] = [{ count: 0 }, { count: 0 }]
      const report = async () => {
        underWay.count += 1
        most.count = Math.max(most.count, underWay.count)
        for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve))
        underWay.count -= 1
      }
      const { write, apply, look, reload, namesSeen } = await open({ report })
      await look()
      write('Second')
      await apply()
      // Whatever the reloads say of an infrastructure that can apply nothing.
      const reloads = [look(), reload(), look(), reload()].map((one) => one.catch(() => undefined))
      await Promise.all(reloads)
      expect(most.count).toBe(1)
      expect(namesSeen.at(-1)).toBe('Second')
    })

    it('is not adopted if another file was applied', async () => {
      const { write, apply, look, namesSeen } = await open()
      await look()
      write('Second')
      await apply()
      write('Somebody is still writing the third')
      await look()
      expect(namesSeen).toEqual(['First'])
      write('Second')
      await look()
      expect(namesSeen).toEqual(['First', 'Second'])
    })
  },
)

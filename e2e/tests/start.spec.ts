import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../fixtures/test.ts'

/** A running `npm start`, on free ports. */
interface Started {
  readonly process: ChildProcess
  readonly text: string
}

test('npm start runs a shop until Ctrl-C, and the next start knows the last one', async ({ page }) => {
  const data = mkdtempSync(join(tmpdir(), 'sluice-start-'))
  const first = await start(data)
  await page.goto(read(first, /^ {2}Shop +(\S+)$/m))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(read(first, /^ {2}Hosted page +(\S+)$/m))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(read(first, /^ {2}Documentation +(\S+)$/m))
  await expect(page.getByRole('link', { name: 'Quick start' }).first()).toBeVisible()
  const reference = await page.goto(read(first, /^ {2}API reference +(\S+)$/m))
  expect(reference?.status()).toBe(200)
  expect(await stop(first)).toBe(0)

  const second = await start(data)
  expect(read(second, /client_secret +(\S+)$/m)).toBe(read(first, /client_secret +(\S+)$/m))
  expect(await stop(second)).toBe(0)
  rmSync(data, { recursive: true })
})

function start(data: string): Promise<Started> {
  const env = { ...process.env, SLUICE_DATA: data, SLUICE_PORT: '0', SHOP_PORT: '0' }
  const child = spawn(process.execPath, ['tools/start.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  return new Promise((resolve, reject) => {
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (text.includes('Ctrl-C stops everything.')) resolve({ process: child, text })
      })
    }
    child.once('error', reject)
    child.once('close', () => reject(new Error(text)))
  })
}

function stop({ process: child }: Started): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.kill('SIGINT')
  return ended
}

function read({ text }: Started, pattern: RegExp): string {
  const value = pattern.exec(text)?.[1]
  if (!value) throw new Error(`npm start did not print ${pattern}:\n${text}`)
  return value
}

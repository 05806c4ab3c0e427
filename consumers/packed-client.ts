import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const ROOT = join(import.meta.dirname, '..')

/** A folder outside of the repository in which the client is installed, and nothing else. */
export interface Project {
  readonly folder: string
  readonly tarball: string
  remove(): Promise<void>
}

/**
 * Packs the built client and unpacks it where a package manager would put it. It has no dependencies, so that is a
 * complete installation, and needs no network.
 *
 * @param sources - files and folders of this workspace that the project shall have.
 */
export async function installPackedClient(sources: readonly string[] = []): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-consumer-'))
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: join(ROOT, 'packages/server-sdk'),
  })
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('npm packed nothing')
  await run('tar', ['-xzf', tarball], { cwd: folder })
  await mkdir(join(folder, 'node_modules/@sluice'), { recursive: true })
  await rename(join(folder, 'package'), join(folder, 'node_modules/@sluice/server-sdk'))
  for (const source of sources) {
    await cp(join(import.meta.dirname, source), join(folder, source), { recursive: true })
  }
  return {
    folder,
    tarball: join(folder, tarball),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack, unpack } from '../tools/pack.ts'

/** A folder outside of the repository that contains only the installed client. */
export interface Project {
  readonly folder: string
  readonly tarball: string
  remove(): Promise<void>
}

/**
 * Packs the built client and unpacks it where a package manager would put it. It has no dependencies, so that is a
 * complete installation, and needs no network.
 *
 * @param sources - files and folders of this workspace to copy into the project.
 */
export async function installPackedClient(sources: readonly string[] = []): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-consumer-'))
  const tarball = pack('server-sdk', folder)
  await mkdir(join(folder, 'node_modules/@sluice'), { recursive: true })
  await rename(unpack(tarball, folder), join(folder, 'node_modules/@sluice/server-sdk'))
  for (const source of sources) {
    await cp(join(import.meta.dirname, source), join(folder, source), { recursive: true })
  }
  return {
    folder,
    tarball,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

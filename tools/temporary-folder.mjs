/**
 * Chooses the folder for the tests' temporary files: in memory if there is room, because their databases flush every
 * commit to the disk, and PostgreSQL copies 300 files for each of them.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** The file system in memory that every Linux has; a container's is 64 MB unless configured otherwise. */
const IN_MEMORY = '/dev/shm'

/**
 * Far more than a run has at a time: a database of PostgreSQL takes 10 MB and stays until its file's tests are over, some sixty
 * of them for each of two workers; profiles of browsers and installed packages take less.
 */
const MIN_FREE_BYTES = 6 * 1024 ** 3

/** The mode of /tmp: everyone may create files there and remove their own. PostgreSQL runs as nobody. */
const SHARED_MODE = 0o1777

/** `sluice-run-<process>-<six letters>` */
const OF_A_RUN = /^sluice-run-(\d+)-/

/**
 * Creates a folder for all temporary files of a run, and removes it when this process ends. A killed run
 * leaves its folder, which the next run removes.
 *
 * @returns {string}
 */
export function makeTemporaryFolder() {
  removeLeftovers()
  const folder = mkdtempSync(join(hasRoom() ? IN_MEMORY : tmpdir(), `sluice-run-${process.pid}-`))
  chmodSync(folder, SHARED_MODE)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function removeLeftovers() {
  if (!existsSync(IN_MEMORY)) return
  for (const name of readdirSync(IN_MEMORY)) {
    const owner = OF_A_RUN.exec(name)?.[1]
    if (owner === undefined || isRunning(Number(owner))) continue
    try {
      rmSync(join(IN_MEMORY, name), { recursive: true, force: true })
    } catch {
      // Another account's.
    }
  }
}

/** @param {number} processId */
function isRunning(processId) {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // It may be there and another account's.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/** Returns whether files fit there, and programs may run from there. */
function hasRoom() {
  try {
    const [, , , options = ''] =
      readFileSync('/proc/mounts', 'utf8')
        .split('\n')
        .map((line) => line.split(' '))
        .find(([, place]) => place === IN_MEMORY) ?? []
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    const isRunnable = options !== '' && !options.split(',').includes('noexec')
    return isRunnable && Math.min(bavail * bsize, freemem()) >= MIN_FREE_BYTES
  } catch {
    // There is none: the system is not Linux.
    return false
  }
}

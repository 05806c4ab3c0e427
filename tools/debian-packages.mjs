/** Installs Debian's packages for a proof, where the machine is Debian's and may be changed. */
import { existsSync } from 'node:fs'
import { run } from './stage.mjs'

/**
 * @param {readonly string[]} packages
 * @param {string} need - what the proof needs, for machines that have to be prepared by hand
 * @param {{ mayInstall?: boolean }} [how]
 */
export async function installDebianPackages(packages, need, { mayInstall = true } = {}) {
  const list = packages.join(' ')
  if (!mayInstall || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new Error(`${need}\nInstall what is missing (on Debian: apt-get install ${list}).`)
  }
  console.log(`  installing Debian’s packages with apt-get: ${list}`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env })
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env })
}

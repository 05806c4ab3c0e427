/** Finds what `npm run verify -- containers` builds and runs images with, and installs Debian's where it may. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './debian-packages.mjs'

/** Programs, and the Debian package of each. */
const PROGRAMS = {
  podman: 'podman',
  'podman-compose': 'podman-compose',
  // Debian's crun refuses machines that mount both versions of control groups; runc accepts them.
  runc: 'runc',
  iptables: 'iptables',
  // Creates the base of the images from Debian's packages.
  mmdebstrap: 'mmdebstrap',
}

/** Podman's network programs, which users never run themselves. */
const NETWORK = { '/usr/lib/podman/netavark': 'netavark', '/usr/lib/podman/aardvark-dns': 'aardvark-dns' }

/**
 * @param {{ mayInstall?: boolean }} [how]
 * @returns {Promise<Record<string, string>>} what tells the test to run
 */
export async function ensureContainers(how) {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']
  const missing = [
    ...Object.entries(PROGRAMS).filter(([name]) => !folders.some((folder) => existsSync(join(folder, name)))),
    ...Object.entries(NETWORK).filter(([path]) => !existsSync(path)),
  ].map(([, name]) => name)
  if (missing.length > 0) {
    await installDebianPackages(missing, 'The proof builds and runs containers with podman, as root.', how)
  }
  return { SLUICE_CONTAINERS: 'podman' }
}

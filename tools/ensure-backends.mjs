/** Has the languages of `npm run verify -- backends` installed: Debian's runtimes and the few packages that the samples need. */
import { existsSync } from 'node:fs'
import { installDebianPackages } from './debian-packages.mjs'

/** Files, and Debian's packages that they are in. */
const RUNTIMES = Object.entries({
  '/usr/bin/curl': 'curl',
  '/usr/bin/jq': 'jq',
  '/usr/bin/openssl': 'openssl',
  '/usr/bin/php': 'php-cli',
  '/etc/php/8.2/mods-available/curl.ini': 'php-curl',
  '/usr/lib/python3/dist-packages/cryptography': 'python3-cryptography',
  '/usr/bin/javac': 'default-jdk-headless',
  '/usr/share/java/jackson-databind.jar': 'libjackson2-databind-java',
  '/usr/bin/go': 'golang-go',
  '/usr/bin/ruby': 'ruby',
})

/**
 * @param {{ mayInstall?: boolean }} [how]
 * @returns {Promise<Record<string, string>>} nothing: the tests know where Debian puts them
 */
export async function ensureBackends(how) {
  const missing = RUNTIMES.filter(([file]) => !existsSync(file)).map(([, name]) => name)
  if (missing.length > 0) {
    await installDebianPackages(missing, `The samples need ${missing.join(', ')}.`, how)
  }
  return {}
}

/** Finds out whether a registry answers: packages of others are installed from it. */
import { run } from './stage.mjs'

const PATIENCE_SECONDS = 20

/** @returns {Promise<Record<string, string>>} nothing that a test has to know */
export async function ensureRegistry() {
  try {
    const patience = ['--fetch-retries=0', `--fetch-timeout=${PATIENCE_SECONDS * 1_000}`]
    await run('npm', ['ping', ...patience])
  } catch (error) {
    throw new Error('The proof needs a registry of packages, and none answers.', { cause: error })
  }
  return {}
}

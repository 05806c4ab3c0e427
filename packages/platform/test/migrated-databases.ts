/**
 * Databases whose tables are made. A copy takes a tenth of the time of creating them, so each process creates them
 * once.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type DatabaseLocation, type MigrationsFor, openDatabase } from '../src/database/open-database.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

const FILE = 'sluice.db'

const files = new Map<MigrationsFor, Promise<Buffer>>()
const templates = new Map<MigrationsFor, Promise<string>>()

/** Puts a migrated database into the directory of data, which has none. */
export async function putMigratedDatabase(dataDir: string, migrations: MigrationsFor): Promise<void> {
  writeFileSync(join(dataDir, FILE), await known(files, migrations, makeFile), { mode: 0o600 })
}

/** Makes a migrated database on the server, and returns its address. */
export async function createMigratedDatabase(
  postgres: TestPostgres,
  migrations: MigrationsFor,
): Promise<string> {
  return postgres.createDatabase(await known(templates, migrations, makeTemplate))
}

async function makeFile(migrations: MigrationsFor): Promise<Buffer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-migrated-'))
  try {
    await migrate({ dataDir }, migrations)
    return readFileSync(join(dataDir, FILE))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** It stays for other suites, until the run ends. */
async function makeTemplate(migrations: MigrationsFor): Promise<string> {
  const { createDatabase } = await startPostgres()
  const databaseUrl = await createDatabase()
  await migrate({ databaseUrl }, migrations)
  return databaseUrl
}

async function migrate(location: DatabaseLocation, migrations: MigrationsFor): Promise<void> {
  await (await openDatabase(location, migrations)).close()
}

function known<Made>(
  all: Map<MigrationsFor, Promise<Made>>,
  migrations: MigrationsFor,
  make: (migrations: MigrationsFor) => Promise<Made>,
): Promise<Made> {
  const made = all.get(migrations) ?? make(migrations)
  all.set(migrations, made)
  return made
}

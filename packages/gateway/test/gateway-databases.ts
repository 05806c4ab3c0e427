/**
 * The databases that whole gateways are tried on. Of a change (`npm test`) it is the embedded one, because stores are tried on both
 * there; `npm run verify -- databases` tries whole gateways on PostgreSQL.
 */
export const GATEWAY_DATABASES: readonly ('SQLite' | 'PostgreSQL')[] =
  process.env['SLUICE_TESTS'] === 'of-a-change' ? ['SQLite'] : ['SQLite', 'PostgreSQL']

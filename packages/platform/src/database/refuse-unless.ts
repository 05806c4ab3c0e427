/** The function on PostgreSQL that fails the statement which calls it. The initial migration creates it. */
export const REFUSE_COMMIT = 'refuse_commit'

/** The SQLSTATE that it raises. Neither PostgreSQL nor the SQL standard has a class `SL`: no other failure has this code. */
export const FAILED_CONDITION = 'SL001'

/**
 * Writes the statement that fails its transaction unless a condition holds. PostgreSQL skips what was sent behind it, the
 * commit too.
 *
 * @param condition - SQL that is true or false. Null fails.
 * @param message - for the log of the server; without a quotation mark.
 * @param from - the rest of the statement, where the condition reads rows.
 */
export function refuseUnless(condition: string, message: string, from = ''): string {
  return `select case when ${condition} then null else ${REFUSE_COMMIT}('${message}') end${from}`
}

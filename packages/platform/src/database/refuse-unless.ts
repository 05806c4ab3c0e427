/** The PostgreSQL function that fails the statement that calls it. The initial migration creates it. */
export const REFUSE_COMMIT = 'refuse_commit'

/** The SQLSTATE that it raises. Neither PostgreSQL nor the SQL standard has a class `SL`, so no other error has this code. */
export const FAILED_CONDITION = 'SL001'

/**
 * Builds the statement that fails its transaction unless a condition is true. PostgreSQL then skips everything sent after it,
 * including the commit.
 *
 * @param condition - a boolean SQL expression; null counts as false.
 * @param message - the text for the server's log; must not contain quotation marks.
 * @param from - the rest of the statement, if the condition reads rows.
 */
export function refuseUnless(condition: string, message: string, from = ''): string {
  return `select case when ${condition} then null else ${REFUSE_COMMIT}('${message}') end${from}`
}

/** The tables that a job fills from the payments of past hours: it may run at any moment of a test. */
export const COUNTED_TABLES: ReadonlySet<string> = new Set([
  'payment_count_marks',
  'payment_counts',
  'payment_recounts',
])

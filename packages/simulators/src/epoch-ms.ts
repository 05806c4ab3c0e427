/** The column type of a time in milliseconds since the epoch, in both databases. */
export const EPOCH_MS = 'bigint'

/** Column type of a time in milliseconds since the epoch, on both databases. */
export const EPOCH_MS = 'bigint'

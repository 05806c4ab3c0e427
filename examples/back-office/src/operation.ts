/** The back office's operations on a payment. */
export type Operation = 'capture' | 'refund' | 'void'

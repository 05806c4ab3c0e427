/** What the back office does with a payment. */
export type Operation = 'capture' | 'refund' | 'void'

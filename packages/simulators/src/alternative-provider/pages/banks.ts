/** The banks to choose from. They are named after astronomers, and no real bank has these names. */
export const BANKS = [
  { id: 'kopernik', name: 'Kopernik Bank' },
  { id: 'hypatia', name: 'Hypatia Savings' },
  { id: 'tycho', name: 'Tycho & Sons' },
  { id: 'mitchell', name: 'Mitchell Direct' },
  { id: 'kepler', name: 'Kepler Union' },
] as const

export type Bank = (typeof BANKS)[number]

export function findBank(id: string | null): Bank | null {
  return BANKS.find((bank) => bank.id === id) ?? null
}

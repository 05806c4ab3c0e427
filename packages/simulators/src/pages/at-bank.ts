/** Routes of pages that foreign parties would serve: never beside ours, where their scripts could reach them. */
export const AT_BANK = { config: { origin: 'bank' } } as const

/**
 * Marks routes of pages that other parties would serve. They never share the gateway's origin, because their
 * scripts could reach its pages.
 */
export const AT_BANK = { config: { origin: 'bank' } } as const

/** Among the texts that a frame's document brings: those of the page around it. */
export const SAID_BY_PAGE = 'saidByPage'

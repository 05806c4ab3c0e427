/** The texts of the surrounding page in a frame's document. */
export const SAID_BY_PAGE = 'saidByPage'

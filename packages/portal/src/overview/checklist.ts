/** The page with everything that a new merchant does before going live. */
export const CHECKLIST = '/overview'

/** A bug that a suite has to find. */
export interface PlantedBug {
  /** What is wrong, in a few words. */
  readonly name: string
  /** Where, from the root. */
  readonly file: string
  /** Stands in the file once. */
  readonly right: string
  readonly wrong: string
  /** The suite that fails of it, from the root. */
  readonly suite: string
  /** A pattern for the title of the test that fails of it, where the others of the suite take long. */
  readonly title?: string
  /** What the suite is left out without. */
  readonly needs?: 'scanners'
}

/** A bug that a suite has to find. */
export interface PlantedBug {
  /** What is wrong, in a few words. */
  readonly name: string
  /** The path of the file, from the root. */
  readonly file: string
  /** The original text, which occurs once in the file. */
  readonly right: string
  readonly wrong: string
  /** The suite that fails of it, from the root. */
  readonly suite: string
  /** A pattern for the title of the test that fails of it, where the others of the suite take long. */
  readonly title?: string
  /** What the suite is left out without. */
  readonly needs?: 'scanners'
}

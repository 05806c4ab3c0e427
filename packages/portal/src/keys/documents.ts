/** A document or a part of one, as the build of the documentation lists them. */
export interface FoundDocument {
  readonly title: string
  readonly href: string
  /** The document that it is a part of; null for a document itself. */
  readonly of: string | null
}

/** The list of all documents below the portal's own address. A gateway that serves no documentation has none. */
const CONTENTS = '/docs/contents.json'

/**
 * `[title, path, [heading, anchor][]]` of each document: short, because all of it is loaded when the search opens.
 */
type Contents = readonly (readonly [string, string, readonly (readonly [string, string])[]])[]

/** Loads the list of documents; empty if there is none, because the search is useful without it. */
export async function loadDocuments(): Promise<readonly FoundDocument[]> {
  try {
    const answer = await fetch(CONTENTS)
    return answer.ok ? readContents((await answer.json()) as Contents) : []
  } catch {
    return []
  }
}

function readContents(contents: Contents): readonly FoundDocument[] {
  return contents.flatMap(([title, path, headings]) => [
    { title, href: `/docs/${path}`, of: null },
    ...headings.map(([heading, anchor]) => ({ title: heading, href: `/docs/${path}#${anchor}`, of: title })),
  ])
}

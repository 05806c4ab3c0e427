import { makeApiPages } from './api-pages.ts'
import { makeReferencePages } from './reference-pages.ts'
import { type Source, titleOf } from './sources.ts'

/** Pages that are lists of what others say. */
export function makeGeneratedPages(sources: readonly Source[]): readonly Source[] {
  return [...makeApiPages(), ...makeReferencePages(), listDecisions(sources)]
}

function listDecisions(sources: readonly Source[]): Source {
  const decisions = sources.filter(({ path }) => path.startsWith('docs/decisions/'))
  const lines = decisions.map((source) => `- [${titleOf(source)}](${source.path})`)
  return {
    path: 'decisions.md',
    markdown: `# Decisions

Which choices might a reader otherwise undo, and why were they made? Each page gives the context, the decision, its consequences and what was rejected.

${lines.join('\n')}
`,
  }
}

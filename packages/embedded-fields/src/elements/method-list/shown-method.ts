import {
  CLOSED_METHODS,
  type ClosedMethod,
  LOCAL_SCHEME_TYPE,
  type MethodDrawing,
  PROVIDER_REDIRECT_PREFIX,
} from '@sluice/types/vocabulary'
import type { MethodTexts } from '@sluice/texts/methods'
import type { OfferedMethod } from '@sluice/types'
import type { MethodFieldName } from './method-fields.ts'

/** A payment method as the list shows it. */
export interface ShownMethod {
  readonly type: string
  readonly name: string
  /** The description below the name: what customers do with the method. */
  readonly note: string | null
  /** A drawing, or letters. */
  readonly mark: MethodDrawing | (string & {})
  readonly fields: readonly MethodFieldName[]
  /** The text that a search compares, without accents. */
  readonly words: string
}

const WHO_PAYS: readonly MethodFieldName[] = ['first_name', 'last_name', 'email']

/**
 * Returns the methods of a session that have a name, in its order: the gateway names them, so that every page shows the same names. The
 * others are cards and wallets, which are drawn elsewhere.
 */
export function showMethods(offered: readonly OfferedMethod[], texts: MethodTexts): readonly ShownMethod[] {
  return offered.flatMap(({ type, name, names, kind = 'bank', mark = kind, also_called: others = [] }) => {
    if (name === undefined) return []
    const shown = names?.[texts.language.slice(0, 2)] ?? name
    const code = type.replace(PROVIDER_REDIRECT_PREFIX, '')
    return {
      type,
      name: shown,
      // The name of the method in every language, if it differs by language.
      note: names === undefined ? texts.kinds[kind] : null,
      mark,
      fields: fieldsOf(type),
      words: plain([shown, name, ...others, texts.kinds[kind], code].join(' ')),
    }
  })
}

/** Returns whether every typed word occurs in a name of the method. Accents may be omitted. */
export function matchesSearch({ words }: Pick<ShownMethod, 'words'>, typed: string): boolean {
  return plain(typed)
    .split(' ')
    .every((word) => words.includes(word))
}

/** Returns a discontinued method whose names contain every typed word, or null. */
export function findClosed(typed: string): ClosedMethod | null {
  const closed: readonly ClosedMethod[] = Object.values(CLOSED_METHODS)
  return (
    closed.find(({ name, alsoCalled }) =>
      matchesSearch({ words: plain([name, ...alsoCalled].join(' ')) }, typed),
    ) ?? null
  )
}

function fieldsOf(type: string): readonly MethodFieldName[] {
  if (type === LOCAL_SCHEME_TYPE) return ['blik_code', ...WHO_PAYS]
  return type.startsWith(PROVIDER_REDIRECT_PREFIX) ? WHO_PAYS : []
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ')
}

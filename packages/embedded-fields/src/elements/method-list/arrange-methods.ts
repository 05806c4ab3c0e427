import type { MethodKind, MethodTexts } from '@sluice/texts/methods'
import { describeMethod, type MethodDescription } from './describe-method.ts'

export interface ArrangedMethod extends MethodDescription {
  readonly type: string
}

export interface MethodGroup {
  /** A kind of methods, or a country by its name. */
  readonly title: string
  readonly methods: readonly ArrangedMethod[]
}

/** Describes what is offered. Letters stay only where two methods would be called the same. */
export function describeMethods(types: readonly string[], texts: MethodTexts): readonly ArrangedMethod[] {
  const methods = types.flatMap((type) => {
    const description = describeMethod(type, texts)
    return description === null ? [] : [{ type, ...description }]
  })
  return methods.map((method) => {
    const isAlone = methods.every((other) => other === method || other.name !== method.name)
    return isAlone ? method : { ...method, name: `${method.name} (${method.letters})` }
  })
}

/** In the order of their groups. */
const KINDS: readonly MethodKind[] = ['bank', 'wallet', 'app', 'cash']

/** What one country alone has comes first, then each kind. */
export function groupMethods(
  methods: readonly ArrangedMethod[],
  texts: MethodTexts,
  nameOfCountry: (country: string) => string,
): readonly MethodGroup[] {
  const countries = [...new Set(methods.flatMap(({ country }) => country ?? []))]
  return [
    ...countries.map((wanted) => ({
      title: nameOfCountry(wanted),
      methods: methods.filter(({ country }) => country === wanted),
    })),
    ...KINDS.map((wanted) => ({
      title: texts.kinds[wanted],
      methods: methods.filter(({ country, kind }) => country === null && kind === wanted),
    })),
  ].filter(({ methods: found }) => found.length > 0)
}

/** The first methods of each group, in turn, so that each kind is seen before all of one is. */
export function firstOfGroups(groups: readonly MethodGroup[], count: number): readonly ArrangedMethod[] {
  const rounds = Math.max(0, ...groups.map(({ methods }) => methods.length))
  return Array.from({ length: rounds }, (_, round) =>
    groups.flatMap(({ methods }) => methods.slice(round, round + 1)),
  )
    .flat()
    .slice(0, count)
}

/** Every word of what was typed begins somewhere in the name; accents may be left out. */
export function matchesSearch({ name }: Pick<ArrangedMethod, 'name'>, typed: string): boolean {
  const text = plain(name)
  return plain(typed)
    .split(' ')
    .every((word) => text.includes(word))
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ')
}

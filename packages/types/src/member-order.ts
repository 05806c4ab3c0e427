import * as z from 'zod'

/**
 * Compares paths by the order in which a schema lists its members, outer ones first. Members a schema does not know
 * come last.
 */
export function compareByMemberOrder(schema: z.ZodType) {
  const ranks = new Map<string, readonly number[]>()
  const rankOf = (path: readonly string[]) => {
    const key = JSON.stringify(path)
    const known = ranks.get(key) ?? memberRanks(schema, path)
    ranks.set(key, known)
    return known
  }
  return (one: { readonly path: readonly string[] }, other: { readonly path: readonly string[] }): number => {
    const [ours, theirs] = [rankOf(one.path), rankOf(other.path)]
    for (let depth = 0; depth < Math.max(ours.length, theirs.length); depth += 1) {
      const difference = (ours[depth] ?? -1) - (theirs[depth] ?? -1)
      if (difference !== 0) return difference
    }
    return 0
  }
}

const LAST = Number.MAX_SAFE_INTEGER

function memberRanks(schema: z.ZodType, path: readonly string[]): number[] {
  let schemas: readonly z.ZodType[] = objectsBehind(schema)
  return path.map((name) => {
    const rank = schemas
      .map((object) => Object.keys(shapeOf(object)).indexOf(name))
      .find((index) => index >= 0)
    schemas = schemas.flatMap((object) => {
      const member = shapeOf(object)[name]
      return member ? objectsBehind(member) : []
    })
    return rank ?? LAST
  })
}

function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return schema instanceof z.ZodObject ? schema.shape : {}
}

/** The objects a value of this schema may be: through optional and nullable, and every arm of a union. */
function objectsBehind(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodObject) return [schema]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return objectsBehind(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => objectsBehind(option as z.ZodType))
  return []
}

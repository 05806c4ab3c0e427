import { type SeededRandom, createSeededRandom } from '../../packages/gateway/test/seeded-random.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { type MutationName, MUTATION_NAMES, MUTATIONS } from './mutations.ts'

/** A deliberately malformed request: a valid base request and the mutations applied to it. The seed determines both. */
export interface FuzzCase {
  readonly seed: number
  readonly mutations: readonly { readonly name: MutationName; readonly seed: number }[]
}

/** Most cases have one mutation, because several can mask each other. */
const MUTATION_COUNTS = [0, 1, 1, 1, 1, 2, 2, 3, 5] as const

export function drawCase(seed: number): FuzzCase {
  const random = createSeededRandom(seed)
  return {
    seed,
    mutations: Array.from({ length: random.pick(MUTATION_COUNTS) }, () => ({
      name: random.pick(MUTATION_NAMES),
      seed: random.whole(2 ** 31),
    })),
  }
}

/** @param base - draws the valid request that is then mutated. */
export async function buildRequest(
  { seed, mutations }: FuzzCase,
  base: (random: SeededRandom) => Promise<FuzzRequest>,
): Promise<FuzzRequest> {
  let request = await base(createSeededRandom(seed ^ 0x5bd1e995))
  for (const { name, seed: own } of mutations) request = MUTATIONS[name](request, createSeededRandom(own))
  return request
}

/** Removes each mutation that is not needed to reproduce the failure. */
export async function shrinkCase(
  failing: FuzzCase,
  isBroken: (smaller: FuzzCase) => Promise<boolean>,
): Promise<FuzzCase> {
  let smallest = failing
  for (let place = 0; place < smallest.mutations.length;) {
    const smaller = { ...smallest, mutations: smallest.mutations.toSpliced(place, 1) }
    if (await isBroken(smaller)) smallest = smaller
    else place += 1
  }
  return smallest
}

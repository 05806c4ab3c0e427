import { type Dice, throwDice } from '../../packages/gateway/test/dice.ts'
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
  const dice = throwDice(seed)
  return {
    seed,
    mutations: Array.from({ length: dice.pick(MUTATION_COUNTS) }, () => ({
      name: dice.pick(MUTATION_NAMES),
      seed: dice.whole(2 ** 31),
    })),
  }
}

/** @param base - draws the valid request that is then mutated. */
export async function buildRequest(
  { seed, mutations }: FuzzCase,
  base: (dice: Dice) => Promise<FuzzRequest>,
): Promise<FuzzRequest> {
  let request = await base(throwDice(seed ^ 0x5bd1e995))
  for (const { name, seed: own } of mutations) request = MUTATIONS[name](request, throwDice(own))
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

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Runs quick test files first: slow ones need not try the mutants that those find. */
export class QuickestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const slowestFirst = await super.sort(specifications)
    return slowestFirst.toReversed()
  }
}

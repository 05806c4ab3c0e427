import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What a quick file of tests finds, no slow one has to try. */
export class QuickestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const slowestFirst = await super.sort(specifications)
    return slowestFirst.toReversed()
  }
}

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What a quick test file finds need not be tried by a slow one. */
export class QuickestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const slowestFirst = await super.sort(specifications)
    return slowestFirst.toReversed()
  }
}

import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import { collectQueries, explainQuery } from '../../../platform/test/explain-query.ts'
import { describeOnBothDatabases } from '../../test/databases.ts'
import { createMovementLookup } from './execution/find-movements.store.ts'

describeOnBothDatabases('the index of 3DS server transaction ids', (openFresh, { dialect }) => {
  it('finds whether an id is taken, among all merchants', async () => {
    const { db, close } = await openFresh()
    onTestFinished(close)
    // An empty table is scanned, whatever indexes it has.
    if (dialect === 'postgres') await sql`set enable_seqscan = off`.execute(db)
    const [query] = await collectQueries(db, () =>
      createMovementLookup(db).isThreeDsIdTaken('8a880dc0-d2d2-4067-bcb1-b08d1690b26e'),
    )
    if (!query) throw new Error('nothing was asked')
    expect(await explainQuery(db, dialect, query)).toContain('three_ds_server_trans_ids')
  })
})

/** What an operator reads when PostgreSQL refuses. */
import { expect, test } from 'vitest'
import { explained } from '../../src/db/postgres-errors.js'

test('a user who may not use the tables is told who may', () => {
  const denied = Object.assign(new Error('permission denied for table accounts'), { code: '42501' })
  expect(explained(denied, 'db.local/silhouette')).toMatchObject({
    kind: 'refused',
    message:
      'The database db.local/silhouette refuses the user of DATABASE_URL (permission denied for table accounts): ' +
      'its tables must belong to that user, or to a role it acts as',
  })
})

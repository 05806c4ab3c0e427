import { test } from '../engines-test.ts'
import { testSizes } from '../sizes.ts'

test.use({ look: { colorScheme: 'dark', textPx: 16 } })

testSizes('dark')

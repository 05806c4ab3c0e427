import { test } from '../engines-test.ts'
import { testSizes } from '../sizes.ts'

test.use({ look: { colorScheme: 'light', textPx: 16 } })

testSizes('light')

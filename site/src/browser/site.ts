import { setUpCopying } from './copying.ts'
import { setUpMenu } from './menu.ts'
import { setUpSearch } from './searching.ts'
import { setUpThemes } from './themes.ts'

setUpMenu()
setUpThemes()
setUpCopying()
setUpSearch()

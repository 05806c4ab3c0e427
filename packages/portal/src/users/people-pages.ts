/** The pages about people, their sessions and devices, in one piece of the program. */
import '../devices/device-page.ts'
import '../devices/devices-page.ts'
import '../sessions/sessions-page.ts'
import './trail-page.ts'
import './users-page.ts'

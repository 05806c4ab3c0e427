/** The browser data that a shop's page collects. */
export const BROWSER = {
  user_agent: 'Mozilla/5.0',
  accept_header: 'text/html',
  java_enabled: false,
  color_depth: 24,
  screen_height: 1080,
  screen_width: 1920,
  time_zone_offset: -60,
  language: 'en-GB',
}

import type { PassageTexts } from '../areas/bank-passage.ts'

export const passageTexts: PassageTexts = {
  continue: 'Fortsätt',
  continuing: 'Ett ögonblick',
  to_your_bank: 'Du skickas till din bank',
  finished: 'Klart',
  close_page: 'Du kan stänga sidan och gå tillbaka till butiken.',
  not_possible: 'Det gick inte',
  not_understood: 'Adressen gäller inte längre. Gå tillbaka till butiken och se din beställning där.',
}

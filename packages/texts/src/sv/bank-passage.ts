import type { PassageTexts } from '../areas/bank-passage.ts'

export const passageTexts: PassageTexts = {
  continue: 'Fortsätt',
  continuing: 'Ett ögonblick',
  to_your_bank: 'Du skickas till din bank',
  finished: 'Klart',
  close_page: 'Du kan stänga sidan och gå tillbaka till butiken.',
  not_possible: 'Något gick fel',
  not_understood: 'Länken gäller inte längre. Kontrollera din beställning i butiken.',
}

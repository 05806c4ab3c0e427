import type { SheetTexts } from '../areas/simulated-wallet.ts'

export const sheetTexts: SheetTexts = {
  language: 'Limbă',
  title: 'Plătiți cu portofelul',
  shop: 'Magazin',
  amount: 'Sumă',
  cards: 'Card',
  kinds: { PAN_ONLY: 'Salvat în contul dumneavoastră', CRYPTOGRAM_3DS: 'Pe acest dispozitiv' },
  ends: { approved: 'aprobat', challenge: 'cu 3-D Secure', declined: 'fonduri insuficiente' },
  noCards: 'Magazinul nu acceptă niciun card din acest portofel.',
  address: 'Adresă de facturare',
  passcode: 'Codul dispozitivului',
  passcodeHint: 'Orice patru cifre; 0000 este refuzat.',
  wrongPasscode: 'Codul nu este corect. Încercați din nou.',
  pay: 'Plătiți',
  cancel: 'Anulați',
  offline: 'Portofelul nu a putut fi contactat. Verificați conexiunea și încercați din nou.',
  hints: 'Erori pentru acest test',
  errors: {
    INTERNAL_ERROR: 'Portofelul se defectează',
    BUYER_ACCOUNT_ERROR: 'Contul este blocat',
    DEVELOPER_ERROR: 'Magazinul este configurat greșit',
  },
  simulation: 'Acest portofel este o simulare. Nu se mișcă bani.',
  unreadableTitle: 'Nu este nimic de plătit',
  unreadableText: 'Deschideți această pagină cu butonul portofelului dintr-un magazin.',
}

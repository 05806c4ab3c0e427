import type { OutcomeTexts } from '../areas/outcomes.ts'

export const outcomeTexts: OutcomeTexts = {
  accepted: 'Betalningen är genomförd. Tack!',
  processing: 'Din betalning behandlas fortfarande. Betala inte igen.',
  declined: 'Betalningen gick inte igenom. Använd ett annat kort eller ett annat betalningssätt.',
  insufficientFunds:
    'Det finns inte tillräckligt med pengar på kontot. Använd ett annat kort eller ett annat betalningssätt.',
  canceled: 'Betalningen avbröts. Du kan börja om när du vill.',
  timeIsOver: 'Din session har gått ut. Börja om från början.',
  cardExpired: 'Kortet har gått ut. Kontrollera giltighetstiden eller använd ett annat kort.',
  cardDetails: 'Kortuppgifterna stämmer inte. Kontrollera dem eller använd ett annat kort.',
  securityCode: 'Säkerhetskoden stämmer inte. Kontrollera koden på kortet.',
  methodNotOffered: 'Det går inte att betala på det här sättet här. Välj ett annat betalningssätt.',
  methodUnusable: 'Kortet eller betalningssättet kan inte användas. Välj ett annat eller kontakta din bank.',
  installments: 'Delbetalning är inte möjlig här. Välj ett annat sätt att betala.',
  linkInvalid: 'Betalningslänken gäller inte längre. Be butiken om en ny.',
  shopCannot: 'Butiken kan inte ta emot betalningen just nu. Det är inte ditt fel. Kontakta butiken.',
  notConfirmed: 'Din bank kunde inte bekräfta att det är du. Försök igen eller använd ett annat kort.',
  confirmationUnavailable:
    'Din bank kan inte bekräfta betalningar just nu. Försök igen senare eller använd ett annat kort.',
  notAccepted: 'Betalningen kan inte tas emot. Kontakta butiken om du har frågor.',
}

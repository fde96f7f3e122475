import type { SampleArticle } from './sample-article.ts';

export const articles: SampleArticle[] = [
  {
    topicId: 'teeth-whitening',
    title: 'How Tooth Whitening Works',
    excerpt:
      'Whitening gels change the color inside a tooth, pastes polish the outside. Knowing the difference makes it easier to choose.',
    tags: ['whitening', 'peroxide', 'stains', 'shade'],
    sources: [
      'American Dental Association, Whitening https://www.ada.org/resources/ada-library/oral-health-topics/whitening',
    ],
    metaTitle: 'How tooth whitening works',
    metaDescription:
      'What peroxide gels do inside a tooth, what whitening pastes can and cannot do, and why results differ from person to person.',
    content: `A tooth has two visible layers. The outer one, enamel, is hard and slightly see-through. Under it lies dentin, which is softer and naturally yellow. The color people see is mostly dentin shining through enamel, together with whatever has settled on the surface or worked its way in.

Two kinds of stain

Coffee, tea, red wine and tobacco leave color on the outside of teeth. Dentists call these extrinsic stains. They build up on the thin film that forms on enamel every day, and some of them can be brushed or polished away.

Other color sits inside the tooth. It comes with age, as enamel wears thinner and dentin darkens. It can also come from an injury, from some medicines taken while teeth were forming, or from too much fluoride in early childhood. These are called intrinsic stains, and no amount of brushing reaches them.

What a gel does

Whitening gels contain hydrogen peroxide or carbamide peroxide, which turns into hydrogen peroxide in the mouth. Peroxide passes through enamel and breaks large colored molecules into smaller ones that look paler. Nothing is scraped off. The tooth keeps its shape, and its color becomes lighter over several uses.

How far it goes depends on how strong the gel is, how long it stays on the teeth, and what kind of color was there to begin with. Yellow and brown tones usually respond better than gray ones. Two people who use the same product can end up with different results.

What a paste does

Most whitening toothpastes work with mild abrasives. They polish surface stains away and can make teeth look a little brighter, but they do not change the color inside. Some contain a small amount of peroxide, which stays on the teeth only for a short time. A paste that is too abrasive can wear enamel down over the years, so it is worth asking a dentist which one is gentle enough for daily use.

What it cannot change

Crowns, veneers, bridges and fillings do not lighten. If a front tooth has a filling that matches its present color, that filling may stand out after whitening and may need to be replaced. This is one reason to see a dentist first, even before using a product from the drugstore.

A single dark tooth is another reason. It may have lost its nerve after an injury, and that needs an exam, not a whitening kit.

How long it lasts

Whitening is not permanent. Color comes back slowly, faster for those who smoke or drink a lot of coffee and tea. Many people repeat a short course now and then. Rinsing with water after dark drinks and keeping up with regular cleanings helps the result last.

Before you begin

A dentist can tell whether there is decay, gum disease or worn enamel, all of which should be taken care of first. It is also usual to wait when someone is pregnant or nursing, because whitening then has not been studied well. Starting from healthy teeth makes whitening both safer and more even.

Follow the instructions for how long and how often a product is used. More gel, or more time, does not make teeth whiter in proportion, and it can irritate gums. Teeth may react to cold for a few days; if they go on hurting, stop and ask.`,
  },
  {
    topicId: 'teeth-whitening',
    title: 'Whitening at Home or at the Dentist: How to Choose',
    excerpt:
      'Office treatment is faster, trays are reliable, strips are cheap. What matters most is the state of your teeth before you begin.',
    tags: ['whitening', 'strips', 'trays', 'cost'],
    sources: [
      'American Dental Association, Whitening https://www.ada.org/resources/ada-library/oral-health-topics/whitening',
    ],
    metaTitle: 'Whitening at home or at the dentist',
    metaDescription:
      'Strips, custom trays and office whitening compared: how they work, how long they take, what they cost and who should ask first.',
    content: `There are three common ways to whiten teeth: strips from a store, trays made by a dentist, and treatment in the dental chair. All of them use peroxide. They differ in strength, in fit, in time and in price.

Strips and kits from the store

Strips are thin pieces of plastic with a low-strength gel on one side. They are pressed onto the front teeth once or twice a day for one to three weeks. They are inexpensive and easy to find.

Their weak point is fit. A strip does not follow crooked teeth well, and it covers only the front ones, so the result can be uneven. Gel that runs onto the gums may sting. Products with the Seal of Acceptance of the American Dental Association have been reviewed for safety and for doing what they claim when used as directed.

Trays from a dentist

For custom trays a dentist takes an impression or a scan of the teeth and has thin, clear trays made that fit closely. The patient fills them with gel at home and wears them for an hour or two a day, or overnight with a weaker gel, for about two weeks.

Because the trays fit, the gel stays where it belongs and the result is usually more even. The trays can be kept and used again for a touch-up later. Trays cost more than strips and less than most office treatments.

Treatment in the office

In the office a dentist covers the gums with a protective barrier and applies a stronger gel for short periods, often three or four times in one visit. Some offices add a light. Studies do not agree on whether the light itself adds anything.

The change can be seen the same day, which is why people choose it before an event. Part of the first brightness comes from teeth drying out during treatment and fades within a day or two. Often the office sends trays home to complete the work.

What it costs

Prices vary by place and practice. Strips often cost tens of dollars, custom trays a few hundred, and office treatment several hundred. Dental insurance rarely pays, because whitening is considered cosmetic. It is fair to ask for the full price beforehand, and for what happens if the result disappoints.

Sensitivity

Teeth often feel cold and air more sharply during whitening. For most people this passes within a few days after stopping. Using the gel every other day, choosing a weaker one, or brushing with a toothpaste for sensitive teeth for two weeks beforehand can help. Pain that is strong or does not go away is a reason to stop and call a dentist.

Who should ask first

See a dentist before using any product if you have cavities, gum disease, worn or cracked teeth, very sensitive teeth, or many crowns and fillings in front. Children and teenagers should not whiten without a dentist's advice. Places outside dentistry, such as kiosks in malls, may offer whitening too, and rules about this differ from state to state. There, nobody has examined your mouth.

A simple way to decide

If your teeth are healthy and you want a small change, strips may be enough. If you want an even result that you can refresh, trays are a reliable choice. If time is short, office treatment is the fastest. In every case a recent checkup is the best first step.`,
  },
];

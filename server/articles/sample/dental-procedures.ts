import type { SampleArticle } from './sample-article.ts';

export const articles: SampleArticle[] = [
  {
    topicId: 'dental-procedures',
    title: 'What to Expect From a Filling',
    excerpt:
      'A filling stops decay and closes the hole it left. Most take one visit, and numbing makes them painless for most people.',
    tags: ['filling', 'cavity', 'numbing', 'composite'],
    metaTitle: 'What to expect from a dental filling',
    metaDescription:
      'From numbing to biting down again: the steps of a filling, the materials to choose from, and what is normal afterward.',
    content: `A cavity is a soft spot in a tooth where acid from bacteria has dissolved the mineral. Early decay that has not broken the surface can sometimes be halted with fluoride and better cleaning. Once there is a hole, it does not close by itself. A filling removes the decay and rebuilds the tooth.

Before it begins

The dentist shows you where the decay is, often on an X-ray, and tells you what kind of filling is suggested. This is a good moment to ask about cost and about other choices. Mention allergies, medicines, heart conditions and pregnancy, because they can influence the anesthetic and the best time for treatment. Small fillings usually take less than an hour.

Numbing

First a gel may be put on the gum so that the needle is hardly felt. Then the local anesthetic is injected. After a few minutes the tooth, and often the lip or the tongue nearby, feels numb. Pressure and vibration can still be felt, pain should not be. If you feel something sharp, raise your hand. More anesthetic can be given.

Removing decay and filling

The dentist removes the soft part with a drill or with hand instruments, cleans the hole and dries it. For a tooth-colored filling the surface is prepared, and the material is placed in layers that harden under a blue light. Afterward the dentist checks your bite with a piece of colored paper and polishes what is too high.

Materials

Composite is a tooth-colored resin. It blends in and bonds to the tooth, which often allows a smaller hole. Amalgam is a silver-colored mixture of metals that contains mercury in a bound form. It is durable and used less than it once was. The Food and Drug Administration advises that some people, such as pregnant women and young children, avoid new amalgam fillings where other materials are suitable. It does not advise removing sound ones. Glass ionomer releases fluoride and is used mostly near the gums or in baby teeth. Large holes may need an inlay or a crown.

Afterward

Numbness lasts a few hours. Until it ends, be careful not to bite your cheek or burn yourself with a hot drink. You can usually eat on a composite filling the same day. A tooth may be sensitive to cold or pressure for some days.

If the bite feels too high, call the office. It is a small correction, and waiting makes the tooth sore. Call too if the pain becomes stronger, if it wakes you at night, or if it has not faded after two weeks. A deep cavity can irritate the nerve, and the tooth may then need further treatment.

How long it lasts

Many fillings last for years, and some for decades. It depends on size, place, material, and on how well the edges are kept clean. Grinding teeth at night shortens their life. Checkups are there to notice a crack or a leak before decay begins underneath.

If you are afraid of it

Say so beforehand. The dentist can go through the steps with you, take breaks, and offer other ways to help you relax. Many people find that the wait is the worst part.`,
  },
  {
    topicId: 'dental-procedures',
    title: 'Root Canal Treatment, Without the Myths',
    excerpt:
      'A root canal removes an inflamed or infected nerve so that the tooth can stay. It is meant to end pain, not to cause it.',
    tags: ['root canal', 'crown', 'infection', 'toothache'],
    metaTitle: 'Root canal treatment without the myths',
    metaDescription:
      'Why a root canal may be needed, what happens in each step, what comes after, and which warning signs should not wait.',
    content: `Inside every tooth is a narrow space filled with soft tissue: nerves, blood vessels and connective tissue, together called the pulp. When decay, a crack or a blow lets bacteria in, the pulp can become inflamed and then die. Root canal treatment cleans that space out and seals it, so that the tooth can stay in place.

Signs that it may be needed

Pain that lingers after hot or cold, pain when biting, a tooth that has turned dark, a pimple on the gum, or swelling are common signs. Some teeth give no sign at all, and the problem is found on an X-ray. Only an examination can tell, because other things cause similar pain.

Does it hurt?

The treatment has a hard reputation from earlier days. With modern anesthesia most people describe it as similar to having a large filling. An inflamed tooth can be more difficult to numb, so tell the dentist if you still feel something. The ache that leads people to the treatment is usually worse than the treatment.

The steps

After numbing, a thin sheet of rubber is placed around the tooth. It keeps the tooth dry and free of saliva. Through a small opening in the top the dentist removes the pulp, shapes the canals with fine instruments and rinses them with a disinfecting liquid. The canals are then filled with a rubber-like material and sealed.

This takes one or two visits of about an hour or more, depending on the tooth. Molars have three or more canals and take longer than front teeth. Difficult cases are often referred to an endodontist, a dentist with further training in this treatment.

Afterward

The tooth may be tender for a few days, mostly when chewing. Ask your dentist which pain reliever is suitable for you. Until the final restoration is in place, avoid chewing on that side.

A tooth with a root canal often needs a crown, above all in the back, because it has lost much of its substance and can break. Do not put this step off. A well-treated tooth that is left open can become infected again.

What it costs

The price depends on the tooth and on where you live, and the crown usually comes on top. Dental plans often pay part of it. Ask for both figures in advance, and compare them with the cost of removing the tooth and replacing it with a bridge or an implant.

Is it safe?

You may read claims that treated teeth cause illness elsewhere in the body. They go back to research from a century ago that has not held up. Major dental organizations regard the treatment as safe. It does not always succeed, however. Some teeth need to be treated again, have minor surgery at the root tip, or be removed.

When not to wait

Swelling that spreads to the face or neck, fever, trouble swallowing or trouble breathing can mean that an infection is spreading. Seek emergency care at once. A toothache that suddenly stops is not always good news either, because the nerve may have died while the infection goes on. Have it looked at, even when nothing hurts any more.`,
  },
];

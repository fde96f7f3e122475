import type { SampleArticle } from './sample-article.ts';

export const articles: SampleArticle[] = [
  {
    topicId: 'preventive-care',
    title: 'Brushing and Cleaning Between Teeth, Step by Step',
    excerpt:
      'Two minutes twice a day, a soft brush, and something for the spaces between. The details make the difference.',
    tags: ['brushing', 'floss', 'fluoride', 'habits'],
    metaTitle: 'How to brush and clean between your teeth',
    metaDescription:
      'A plain guide to brushing and to cleaning between teeth: which brush, which paste, how long, and the mistakes that hurt gums.',
    content: `Plaque is a soft film of bacteria that forms on teeth all day. When it feeds on sugar it makes acid, and acid is what begins a cavity. Along the gum line plaque makes gums swell and bleed. Brushing and cleaning between teeth removes it before it does harm.

Which brush

Choose a soft brush with a head small enough to reach the back. Hard bristles do not clean better, and they can wear away gums and the roots of teeth. A powered brush is a good choice for people who press too hard or find the movements difficult. Both kinds clean well when they are used well. Replace a brush or its head every three to four months, or sooner when the bristles bend outward.

Which paste

What matters most is fluoride. It makes enamel more resistant to acid and can help repair the very first stage of decay. A toothpaste with the Seal of Acceptance of the American Dental Association contains fluoride and has been tested. Beyond that, choose the taste you like, because you will use it twice a day.

How to brush

Hold the brush at an angle toward the gum line. Move it gently in short strokes or small circles, about one or two teeth at a time. Clean the outer sides, the inner sides and the chewing surfaces. For the inner sides of the front teeth hold the brush upright. With a powered brush, guide it slowly from tooth to tooth and let it do the moving.

Two minutes is longer than most people think. A timer or a song helps. Afterward spit out the foam, and do not rinse with a lot of water, so that some fluoride stays on the teeth.

When to brush

Brush twice a day, and let one of the times be just before bed, because there is less saliva at night to protect teeth. After something acidic, such as orange juice or soda, wait about half an hour. Acid softens enamel for a while, and brushing right away can wear it.

Between the teeth

A brush does not reach the sides where teeth touch, and that is where many cavities begin. Once a day, clean there with floss, small interdental brushes or a water flosser. With floss, guide it down gently, curve it around one tooth, slide it up and down a few times, and then do the same with the neighbor. Small brushes work well where there is room for them.

Gums that bleed

If gums bleed when you begin to clean between teeth, do not stop. It usually means that plaque has irritated them, and bleeding often fades within one to two weeks of gentle daily cleaning. If it does not, or if gums are swollen, painful or pulling back, see a dentist.

Common mistakes

Pressing hard, hurrying along the inner sides, and using a brush until it looks like a broom are the most common ones. If you see notches near the gums, or teeth have become sensitive there, ask a dentist or hygienist to watch you brush. A small change of angle is often enough. The same goes for floss.`,
  },
  {
    topicId: 'preventive-care',
    title: 'What Happens at a Dental Checkup, and How Often to Go',
    excerpt:
      'A checkup is more than a cleaning. Here is what is looked at, why X-rays are taken, and how the interval is chosen.',
    tags: ['checkup', 'cleaning', 'x-rays', 'hygienist'],
    metaTitle: 'What happens at a dental checkup',
    metaDescription:
      'From the talk at the start to the cleaning at the end: what a dental checkup includes, and how often you may need one.',
    content: `A checkup has two parts that often happen in one visit. In one, the dentist looks for trouble. In the other, a hygienist removes what brushing leaves behind. Together they usually take less than an hour.

The talk

It begins with questions. Has anything changed in your health? Which medicines do you take? Do any teeth hurt, or react to cold? Tell the team about pregnancy, diabetes, heart conditions, blood thinners, allergies and surgery. Some of these change how treatment is done, and dry mouth from a common medicine can raise the risk of decay.

The examination

The dentist looks at every tooth, at old fillings and crowns, and at the way teeth meet. With a thin probe the dentist or hygienist measures the small gap between gum and tooth. Healthy gaps are shallow. Deeper ones can be a sign of gum disease, even when nothing hurts.

The cheeks, tongue, palate and throat are checked for spots and lumps, and the neck and jaw are felt from the outside. This takes about a minute and is meant to find changes early, including signs of oral cancer.

X-rays

X-rays show what cannot be seen from above: decay between teeth, bone around roots, teeth that have not come through. How often they are needed depends on your risk and not on the calendar alone. Someone with no recent cavities may need them less often than someone who has had several. Dental X-rays use little radiation. Tell the team if you may be pregnant, and ask what each picture is for.

The cleaning

Plaque that stays hardens into tartar, also called calculus. It cannot be brushed away. The hygienist removes it with hand instruments or with one that vibrates and sprays water. After that the teeth are polished, and fluoride may be put on. If it is uncomfortable, say so. It can be done more slowly, or the area can be numbed.

How often

Twice a year is a habit that suits many people, but it is not a rule for everyone. Someone with healthy gums and few cavities may do well with one visit a year. Someone with gum disease, diabetes, a dry mouth, braces or many cavities may need to come every three or four months. A good dentist will explain the interval that is suggested to you.

Between visits

Do not wait for the next appointment when something hurts, bleeds or changes. Call earlier for a toothache, a loose tooth, a sore that has not healed after two weeks, or gums that bleed every day. Swelling of the face, fever, or trouble swallowing or breathing needs care at once.

How to prepare

Bring a list of your medicines and your insurance card. Eat something light before. Write down what you want to ask, since it is easy to forget in the chair. If you are nervous, say so when you make the appointment. Many offices plan more time, and some will agree on a hand signal that means stop.

After the visit

Ask for a short summary: what was found, what can wait, what should be done, and what it will cost. You can take time to think about treatment that is not urgent, and you may ask for a second opinion.`,
  },
];
